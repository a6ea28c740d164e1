import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refusedAnywhere } from '../../src/http/index.ts'
import { allReasons } from '../openapi/all-reasons.ts'

const source = new URL('../../src/', import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(path, source), 'utf8') }))

describe('reasons', async () => {
  const reasons = await allReasons()

  it('have each a code of its own', () => {
    const codes = reasons.map(({ reason }) => reason.code)
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  })

  // All others are listed by calls, and brought about by the tests of their documented errors.
  const rare = reasons.filter(({ reason }) => refusedAnywhere.includes(reason))
  it.each(rare)('$name is what somebody refuses for', ({ name }) => {
    const refusing = files.filter(({ text }) => new RegExp(`[^.\\w]${name}\\(`).test(text))
    expect(refusing.map(({ path }) => path)).not.toEqual([])
  })

  it('that any call may be refused with are all looked at', () => {
    expect(rare.length).toBe(refusedAnywhere.length)
  })
})

it('nobody makes a refusal but reasons, and the post between threads', () => {
  const making = files.filter(({ text }) => /new Refusal\(/.test(text)).map(({ path }) => path)
  expect(making.toSorted()).toEqual(['kernel/reason.ts', 'threads/messages.ts'])
})

/** They serve pages and files, some under several addresses. */
const pages = ['http/checkout/', 'http/console/', 'http/reference/']
const endpoint = /\b(?:app|scope)\.(?:get|post|put|patch|delete)\(/g

it('a file under http has one endpoint at most', () => {
  const counted = files
    .filter(({ path }) => path.startsWith('http/') && !pages.some((page) => path.startsWith(page)))
    .map(({ path, text }) => ({ path, endpoints: [...text.matchAll(endpoint)].length }))
  expect(counted.filter(({ endpoints }) => endpoints === 1).length).toBeGreaterThan(100)
  expect(counted.filter(({ endpoints }) => endpoints > 1).map(({ path }) => path)).toEqual([])
})
