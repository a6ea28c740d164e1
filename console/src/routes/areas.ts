import type { Area } from './area.ts'
import { customer } from './customer/area.ts'
import { home } from './home/area.ts'
import { mails } from './mails/area.ts'
import { mass } from './mass/area.ts'
import { me } from './me/area.ts'
import { money } from './money/area.ts'
import { operations } from './operations/area.ts'
import { policy } from './policy/area.ts'
import { sales } from './sales/area.ts'
import { settings } from './settings/area.ts'
import { work } from './work/area.ts'

/** All areas, in the order of the rail. */
export const areas: readonly Area[] = [
  home,
  work,
  mass,
  sales,
  policy,
  customer,
  mails,
  money,
  operations,
  settings,
  me,
]
