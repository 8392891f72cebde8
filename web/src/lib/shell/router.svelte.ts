/** The pages by path. A page is loaded when it is first visited. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string }
  | { page: 'dealer'; id: string }
  | { page: 'floor' }
  | { page: 'display'; id: string }
  | { page: 'signin' }
  | { page: 'welcome' }
  | { page: 'lost' }

const PAGES = new Set(['floor', 'signin', 'welcome'])
const TABLE_PAGES = new Set(['table', 'dealer', 'display'])

export function routeOf(path: string): Route {
  const [first, second, ...rest] = path.split('/').filter(Boolean)
  if (first === undefined) return { page: 'lobby' }
  if (rest.length === 0 && second === undefined && PAGES.has(first)) return { page: first } as Route
  if (rest.length === 0 && second !== undefined && TABLE_PAGES.has(first))
    return { page: first, id: decodeURIComponent(second) } as Route
  return { page: 'lost' }
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname))

  start(): void {
    addEventListener('popstate', () => {
      this.route = routeOf(location.pathname)
    })
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return
      if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return
      event.preventDefault()
      this.go(link.pathname + link.search)
    })
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.route = routeOf(location.pathname)
    scrollTo(0, 0)
  }
}

export const router = new Router()
