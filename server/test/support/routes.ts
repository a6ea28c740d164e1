import type { App } from '../../src/http/index.ts'

/** Every route that the server answers, documented or not, such as `GET /manage/keys`. */
export function routesOf(app: App): string[] {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branches = '', part = '', methods] =
        /^((?:│ {3}| {4})*(?:├── |└── ))(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (branches === '') return []
      const depth = branches.length / 4 - 1
      path.length = depth
      path.push(part)
      return (methods?.split(', ') ?? []).map((method) => `${method} ${path.join('')}`)
    })
}

/** Calls that sell and serve policies are served to signed-in people under `/manage` too. */
export function isServedTwice(route: string, all: readonly string[]): boolean {
  return route.includes(' /manage/') && all.includes(route.replace(' /manage/', ' /'))
}

/**
 * Calls of people about themselves, and those that links open: a key can do nothing there. The
 * stories of people try them.
 */
export function isOfPeople(route: string): boolean {
  return / \/manage\/(?:me|sessions|sign_in|sign_out|links|password_resets)\b/.test(route)
}

/** Requests for approval are made and decided by people. */
function needsPeople(route: string): boolean {
  return /^POST \/manage\/approvals\b/.test(route)
}

/** Those of the Management API that keys call. HEAD is GET without its body. */
export function managementRoutes(app: App): string[] {
  const all = routesOf(app)
  return all
    .filter((route) => / \/manage\b/.test(route) && !route.startsWith('HEAD '))
    .filter((route) => !isOfPeople(route) && !needsPeople(route) && !isServedTwice(route, all))
    .sort()
}
