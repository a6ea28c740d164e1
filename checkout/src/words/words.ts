import type { en } from './en.ts'

/** All that the page says itself. A language is complete or does not compile. */
export type Words = typeof en
