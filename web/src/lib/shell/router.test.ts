import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/' })
const { routeOf } = await import('./router.svelte')

test('paths and pages', () => {
  expect(routeOf('/')).toEqual({ page: 'lobby' })
  expect(routeOf('/table/md14-1')).toEqual({ page: 'table', id: 'md14-1' })
  expect(routeOf('/display/a%20b')).toEqual({ page: 'display', id: 'a b' })
  expect(routeOf('/floor')).toEqual({ page: 'floor' })
  expect(routeOf('/table')).toEqual({ page: 'lost' })
  expect(routeOf('/floor/1')).toEqual({ page: 'lost' })
  expect(routeOf('/nothing')).toEqual({ page: 'lost' })
})
