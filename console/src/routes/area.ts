import type { ComponentType } from 'react'
import type { Words } from '../words/language.ts'

/** Pages that belong together: a folder under `routes/`, with a line in `areas.ts`. */
export interface Area {
  readonly name: string
  readonly pages: readonly PageRoute[]
}

export interface PageRoute {
  /** Below the account, such as `/policies/$policyId`. */
  readonly path: string
  /** The file of the page, which exports it as `page`; loaded when it is first opened. */
  readonly load: () => Promise<{ readonly page: ComponentType }>
  /** Where the rail and the palette list it; pages of single things have none. */
  readonly inRail?: RailEntry
}

export interface RailEntry {
  readonly section: Section
  readonly title: Words<string>
  /** Who lacks it does not see the entry; the page says why it is empty. */
  readonly permission?: string
  /** Two keys, one after the other, such as `g p`. */
  readonly keys?: string
}

/** The parts of the rail, from above. */
export const sections = ['work', 'customers', 'money', 'operations', 'settings'] as const

export type Section = (typeof sections)[number]
