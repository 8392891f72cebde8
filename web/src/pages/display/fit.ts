const [SMALLEST, LARGEST] = [0.5, 1.35]

/** Makes what an element holds as large as fits into it, within bounds, whatever the house posts. */
export function fit(_what: unknown) {
  return (element: HTMLElement): (() => void) => {
    let frame = 0
    const measure = (): void => {
      let [low, high] = [SMALLEST, LARGEST]
      const fits = (size: number): boolean => {
        element.style.setProperty('--fit', size.toFixed(3))
        return element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1
      }
      if (fits(high)) return
      for (let i = 0; i < 7; i++) {
        const middle = (low + high) / 2
        if (fits(middle)) low = middle
        else high = middle
      }
      fits(low)
    }
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    })
    watch.observe(element)
    void document.fonts?.ready.then(measure)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
    }
  }
}
