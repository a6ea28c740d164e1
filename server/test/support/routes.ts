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

/** Those of the Management API. HEAD is GET without its body. */
export function managementRoutes(app: App): string[] {
  return routesOf(app)
    .filter((route) => / \/manage\b/.test(route) && !route.startsWith('HEAD '))
    .sort()
}

/**
 * What concerns the caller alone, and what links open: a key can do nothing there. The stories of
 * people try them.
 */
export const aboutCaller: readonly string[] = [
  'GET /manage/me',
  'GET /manage/me/tokens',
  'GET /manage/sessions',
  'PATCH /manage/me',
  'POST /manage/links/accept',
  'POST /manage/links/confirm_email',
  'POST /manage/links/reset',
  'POST /manage/links/sign_in',
  'POST /manage/me/email',
  'POST /manage/me/password',
  'POST /manage/me/tokens',
  'POST /manage/me/tokens/:tokenId/revoke',
  'POST /manage/password_resets',
  'POST /manage/sessions/:sessionId/end',
  'POST /manage/sign_in',
  'POST /manage/sign_out',
]
