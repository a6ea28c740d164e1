import {
  Outlet,
  type RouterHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Shell } from './frame/shell.tsx'
import { BrokenPage, MissingPage, PendingPage } from './frame/fallback-pages.tsx'
import { areas } from './routes/areas.ts'

/** One route for each page of each area. Their files are loaded when they are opened or hovered. */
export function openRouter(basepath: string, history?: RouterHistory) {
  const root = createRootRoute({
    component: () => (
      <Shell>
        <Outlet />
      </Shell>
    ),
    notFoundComponent: MissingPage,
  })
  const routes = areas.flatMap(({ pages }) =>
    pages.map(({ path, load }) =>
      createRoute({
        getParentRoute: () => root,
        path,
        component: lazyRouteComponent(load, 'page'),
        errorComponent: ({ error }) => <BrokenPage error={error as Error} />, // As React has it.,
      }),
    ),
  )
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath,
    ...(history === undefined ? {} : { history }),
    defaultPreload: 'intent',
    defaultPreloadDelay: 30,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
    // Filters are plain text in the address, so that people can read and write them.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const filled = Object.entries(search).filter(
        ([, value]) => value !== undefined && value !== '',
      )
      const text = new URLSearchParams(
        filled.map(([name, value]) => [name, String(value)]),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}
