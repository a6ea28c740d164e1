import { CopyId } from '../frame/copy-id.tsx'
import { Status, type Tone } from '../frame/states.tsx'
import { useMoments, useMoney } from '../words/formats.ts'
import { useNames } from '../words/names.ts'
import type { Column } from './column.ts'

type Options = Partial<Pick<Column<never>, 'width' | 'grows' | 'isExtra'>>

/** The usual columns: each kind of value looks the same in every list. */
export function useColumnKinds() {
  const { day, moment } = useMoments()
  const money = useMoney()
  const names = useNames()
  const dash = (text: string | null) => text ?? ''
  return {
    names,
    text: <Row,>(
      id: string,
      title: string,
      text: (row: Row) => string | null,
      options?: Options,
    ): Column<Row> => ({ id, title, width: 130, text: (row) => dash(text(row)), ...options }),
    day: <Row,>(
      id: string,
      title: string,
      of: (row: Row) => string | null,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 100,
      text: (row) => dash(of(row)),
      cell: (row) => shown(of(row), day),
      ...options,
    }),
    moment: <Row,>(
      id: string,
      title: string,
      of: (row: Row) => string | null,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 150,
      text: (row) => dash(of(row)),
      cell: (row) => shown(of(row), moment),
      ...options,
    }),
    money: <Row extends { readonly currency: string }>(
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
        return cents === null ? '' : money(cents, row.currency)
      },
      ...options,
    }),
    state: <Row, State extends string>(
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
    /** The id itself, to be copied. */
    id: <Row,>(
      id: string,
      title: string,
      of: (row: Row) => string | null,
      options?: Options,
    ): Column<Row> => ({
      id,
      title,
      width: 110,
      isExtra: true,
      text: (row) => dash(of(row)),
      cell(row) {
        const value = of(row)
        return value === null ? null : <CopyId id={value} short />
      },
      ...options,
    }),
  }
}

/** A day or moment as people write it, and as machines do when one points at it. */
function shown(text: string | null, write: (text: string) => string) {
  return text === null ? null : (
    <time dateTime={text} title={text}>
      {write(text)}
    </time>
  )
}
