import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { numberInvoices } from './number-invoices.ts'

export function ledgerJobs({ db }: { readonly db: Database }) {
  return { sweeps: [() => numberInvoices(db)] } satisfies RoomJobs
}
