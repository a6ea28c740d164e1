import { useState } from 'preact/hooks'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { Refused } from './api/ask.ts'
import { put } from './form/checks.ts'
import { showDay } from './form/dates.ts'
import { nameOf } from './form/entry-name.ts'
import { baseOf } from './form/locale.ts'
import { readAnswer, writeAnswer } from './form/read-answer.ts'
import { openForm } from './sale/open-form.ts'
import { callFor, untilAnswered } from './sale/repeat.ts'
import { goTo, lookAt, nothingKept, openedOf } from './sale/state.ts'

/** What the element shares with its pieces, which are made apart from it. */
export const kit = {
  Fragment,
  Refused,
  baseOf,
  callFor,
  goTo,
  jsx,
  jsxs,
  lookAt,
  nameOf,
  nothingKept,
  openForm,
  openedOf,
  put,
  readAnswer,
  showDay,
  untilAnswered,
  useState,
  writeAnswer,
}
