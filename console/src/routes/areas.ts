import type { Area } from './area.ts'
import { home } from './home/area.ts'
import { me } from './me/area.ts'
import { money } from './money/area.ts'
import { operations } from './operations/area.ts'
import { sales } from './sales/area.ts'

/** All areas, in the order of the rail. */
export const areas: readonly Area[] = [home, sales, money, operations, me]
