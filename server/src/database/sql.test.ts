import { describe, expect, it } from 'vitest'
import { compose, fragment, json, sql } from './sql.ts'

describe('a statement', () => {
  it('turns every hole into a parameter, never into text', () => {
    const name = "x'; drop table policies; --"
    const statement = sql`select ${name} from policies where id = ${5} and ${null} is null`
    expect(statement.text).toBe('select $1 from policies where id = $2 and $3 is null')
    expect(statement.values).toEqual([name, 5, null])
  })

  it('has a name that follows from its text alone, so that it is prepared once', () => {
    const one = (id: string) => sql`select ${id}`
    const same = (id: number) => sql`select ${id}`
    const other = (id: string) => sql`select  ${id}`
    expect(one('a').name).toBe(one('b').name)
    expect(one('a').name).toBe(same(1).name)
    expect(one('a').name).not.toBe(other('a').name)
    expect(one('a').name).toMatch(/^[0-9a-f]{24}$/)
  })

  it('may have no hole, or nothing but one', () => {
    expect(sql`select 1`).toMatchObject({ text: 'select 1', values: [] })
    expect(sql`${'a'}`).toMatchObject({ text: '$1', values: ['a'] })
  })

  it('writes moments and days as PostgreSQL reads them', () => {
    const moment = Temporal.Instant.from('2027-03-01T09:00:00.123456Z')
    const day = Temporal.PlainDate.from('2027-03-01')
    expect(sql`${moment} ${day}`.values).toEqual(['2027-03-01T09:00:00.123456Z', '2027-03-01'])
  })

  it('refuses undefined, which would silently become null', () => {
    expect(() => sql`select ${undefined}`).toThrow(/Use null instead/)
  })

  it('that is composed takes a list of nothing as a value', () => {
    expect(compose`select any(${[]})`).toMatchObject({ text: 'select any($1)', values: [[]] })
    const conditions = [fragment`a = ${1}`, fragment`b = ${2}`]
    expect(compose`where ${conditions}`).toMatchObject({ text: 'where a = $1 and b = $2' })
  })

  it('takes a document as JSON text', () => {
    expect(json([{ a: 1 }])).toBe('[{"a":1}]')
  })
})
