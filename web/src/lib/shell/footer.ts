/** Tells the page how tall its footer is, so that notices lie above the acts and never on them: whoever puts a notice away
 *  has nothing under the finger that could be pressed by the next click. */
export function footer(element: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--footer', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--footer')
  }
}
