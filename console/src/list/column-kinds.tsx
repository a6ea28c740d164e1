import type { ReactNode } from 'react'
import { CopyId } from '../frame/copy-id.tsx'
import { Status, type Tone } from '../frame/states.tsx'
import { useMoments, useMoney } from '../words/formats.ts'
import { useNames } from '../words/names.ts'
import type { Column } from './column.ts'

type Options = Partial<Pick<Column<never>, 'width' | 'grows' | 'isExtra'>>

/** The usual columns: each kind of value looks the same in every list. */
export function useColumnKinds<Row>() {
  const { day, time } = useMoments()
  const money = useMoney()
  const names = useNames()
  /** A value as plain text, and as it is drawn where that differs. */
  const drawn =
    (width: number, draw?: (value: string) => ReactNode, usual: Options = {}) =>
    (
      id: string,
      title: string,
      of: (row: Row) => string | null,
      options: Options = {},
    ): Column<Row> => ({
      id,
      title,
      width,
      text: (row) => of(row) ?? '',
      ...(draw === undefined
        ? {}
        : {
            cell(row) {
              const value = of(row)
              return value === null ? null : draw(value)
            },
          }),
      ...usual,
      ...options,
    })
  return {
    names,
    text: drawn(130),
    day: drawn(100, (value) => (
      <time dateTime={value} title={value}>
        {day(value)}
      </time>
    )),
    moment: drawn(150, time),
    /** The id itself, to be copied. */
    id: drawn(110, (value) => <CopyId id={value} short />, { isExtra: true }),
    count: (
      id: string,
      title: string,
      of: (row: Row) => number,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 90,
      isNumber: true,
      text: (row) => String(of(row)),
      ...options,
    }),
    money: (
      id: string,
      title: string,
      of: (row: Row) => number | null,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 110,
      isNumber: true,
      text(row) {
        const cents = of(row)
        return cents === null ? '' : money(cents, String(Reflect.get(Object(row), 'currency')))
      },
      ...options,
    }),
    state: <State extends string>(
      id: string,
      title: string,
      of: (row: Row) => State,
      words: Readonly<Record<State, string>>,
      tones: Readonly<Record<State, Tone>>,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 120,
      text: (row) => words[of(row)],
      cell: (row) => <Status tone={tones[of(row)]}>{words[of(row)]}</Status>,
      ...options,
    }),
  }
}
