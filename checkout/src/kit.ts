import { useEffect, useRef, useState } from 'preact/hooks'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { Refused } from './api/ask.ts'
import { sayIn } from './form/build-field.ts'
import { collect, put } from './form/checks.ts'
import { showDay } from './form/dates.ts'
import { showMoney } from './form/numbers.ts'
import { nameOf } from './form/entry-name.ts'
import { baseOf } from './form/locale.ts'
import { readAnswer, writeAnswer } from './form/read-answer.ts'
import { fieldsIn, rowAt, rowsOf } from './form/rows.ts'
import { typesetAll } from './form/typeset.ts'
import { check, land, type } from './sale/answer.ts'
import { showDocuments } from './sale/documents.ts'
import { linkKey } from './pay/return.ts'
import { openForm } from './sale/open-form.ts'
import { isOfQuote } from './sale/price.ts'
import { showPending } from './sale/show-pending.ts'
import { callFor, pause, untilAnswered } from './sale/repeat.ts'
import { goTo, lookAt, nothingKept, openedOf } from './sale/state.ts'
import { Brand, Contact, Footer } from './views/brand.tsx'
import { Notices } from './views/checkout.tsx'
import { DocumentLinks, DocumentList } from './views/documents.tsx'
import { FieldView, Label } from './views/field.tsx'
import { Heading } from './views/heading.tsx'
import { Ways } from './views/payment.tsx'
import { periodOf } from './views/price.tsx'
import { SectionView, spansOf } from './views/section.tsx'

/** What the element shares with its pieces, which are built separately. */
export const kit = {
  Brand,
  Contact,
  DocumentLinks,
  DocumentList,
  FieldView,
  Footer,
  Fragment,
  Heading,
  Label,
  Refused,
  SectionView,
  Notices,
  Ways,
  baseOf,
  callFor,
  check,
  collect,
  fieldsIn,
  goTo,
  isOfQuote,
  jsx,
  jsxs,
  land,
  linkKey,
  lookAt,
  nameOf,
  nothingKept,
  openForm,
  openedOf,
  pause,
  periodOf,
  put,
  readAnswer,
  rowAt,
  rowsOf,
  sayIn,
  showDay,
  showDocuments,
  showMoney,
  showPending,
  spansOf,
  type,
  typesetAll,
  untilAnswered,
  useEffect,
  useRef,
  useState,
  writeAnswer,
}
