import { readFileSync } from 'node:fs'

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>
    >
  >
}

/** Whether openapi.json says that this call may be answered with this status. */
export type IsDocumented = (method: string, path: string, status: number) => boolean

export function readDocumented(): IsDocumented {
  const file = new URL('../../openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi // Our own, and tested.
  const routes = Object.entries(paths).map(([template, operations]) => ({
    // Templates without parameters are exact: /policies/policies/{id} must not hide others.
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  return (method, path, status) => {
    const bare = path.split('?', 1)[0] ?? ''
    return routes.some(
      ({ pattern, operations }) =>
        pattern.test(bare) && String(status) in (operations[method.toLowerCase()]?.responses ?? {}),
    )
  }
}
