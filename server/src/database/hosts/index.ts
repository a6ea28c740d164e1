export type { Connection } from '../../settings/index.ts'
export { NoPrimary } from './no-primary.ts'
export { clientFor } from './primary-client.ts'
export { finderOf } from './primary-finder.ts'
