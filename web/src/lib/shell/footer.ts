/** Tells the page how tall its footer is, so that notices lie above the acts and never on them: where a notice
 *  was just dismissed, the next click cannot press an act. */
export function footer(element: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--footer', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--footer')
  }
}
