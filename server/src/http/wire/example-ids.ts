export { exampleIds as ids } from '../../kernel/index.ts'

/** The examples follow one sale of the cyber product, which happens at this time. */
export const moment = '2028-11-20T09:15:00+00:00'

/** Where the service of the examples runs. */
const address = 'https://api.insurer.example'
export const linkTo = (path: string) => ({ href: address + path })

/** The member `allowed` of a caller who may do all of this. */
export function allAllowed(...acts: readonly string[]) {
  const open = { allowed: true, code: null, reason: null }
  return Object.fromEntries(acts.map((act) => [act, open]))
}
