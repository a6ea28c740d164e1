import { describe, expect, it } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const coded = (code: string) => Object.assign(new Error('it failed'), { code })

describe('a database that could not be asked', () => {
  it.each([
    coded('ECONNREFUSED'),
    coded('57P01'),
    coded('53300'),
    coded('53200'),
    coded('08006'),
    coded('25006'),
    coded('55P03'),
    coded('EHOSTUNREACH'),
    new Error('Query read timeout'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('is recognised by %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true)
  })

  it.each([coded('23505'), coded('22P02'), new Error('no'), 'ECONNREFUSED', null, undefined])(
    'is not mistaken for %s',
    (error) => {
      expect(isDatabaseAway(error)).toBe(false)
    },
  )
})
