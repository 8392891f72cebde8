/** One sentence for each kind: a kind without a sentence fails the check. */
export type ByKind<Union extends { kind: string }> = {
  [Kind in Union['kind']]: (what: Extract<Union, { kind: Kind }>) => string
}

/** The sentence for a kind. A server newer than the page may send one that the page does not know. */
export function byKind<Union extends { kind: string }>(sentences: ByKind<Union>, what: Union): string | null {
  const sentence = sentences[what.kind as Union['kind']] as ((what: Union) => string) | undefined
  return sentence?.(what) ?? null
}
