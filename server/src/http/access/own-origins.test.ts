import { expect, it } from 'vitest'
import { ownOrigins } from './own-origins.ts'

it('takes all names of this machine for one, and no other machine for another', () => {
  expect(ownOrigins('http://127.0.0.1:8080')).toEqual([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])
  expect(ownOrigins('https://cover.example/bindery')).toEqual(['https://cover.example'])
  expect(ownOrigins('nonsense')).toEqual([])
})
