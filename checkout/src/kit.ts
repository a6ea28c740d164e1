import { useState } from 'preact/hooks'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { Refused } from './api/ask.ts'
import { sayIn } from './form/build-fields.ts'
import { put } from './form/checks.ts'
import { showDay } from './form/dates.ts'
import { showMoney } from './form/numbers.ts'
import { nameOf } from './form/entry-name.ts'
import { baseOf } from './form/locale.ts'
import { readAnswer, writeAnswer } from './form/read-answer.ts'
import { check, land, type } from './sale/answer.ts'
import { openForm } from './sale/open-form.ts'
import { callFor, pause, untilAnswered } from './sale/repeat.ts'
import { goTo, lookAt, nothingKept, openedOf } from './sale/state.ts'

import { Told } from './views/checkout.tsx'
import { Ways } from './views/payment.tsx'
import { periodOf } from './views/price.tsx'
import { SectionView } from './views/section.tsx'

/** What the element shares with its pieces, which are made apart from it. */
export const kit = {
  Fragment,
  Refused,
  SectionView,
  Told,
  Ways,
  baseOf,
  callFor,
  check,
  goTo,
  jsx,
  jsxs,
  land,
  lookAt,
  nameOf,
  nothingKept,
  openForm,
  openedOf,
  pause,
  periodOf,
  put,
  readAnswer,
  sayIn,
  showDay,
  showMoney,
  type,
  untilAnswered,
  useState,
  writeAnswer,
}
