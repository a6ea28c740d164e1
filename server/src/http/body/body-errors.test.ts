import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { toFieldErrors } from './body-errors.ts'

const app = Fastify({ ajv: { customOptions: { allErrors: true, coerceTypes: false } } })
const sandbox = {
  type: 'object',
  properties: { outcome: { type: 'string', enum: ['ok', 'failed'] } },
  required: ['outcome'],
}
const body = {
  $id: 'Payment',
  type: 'object',
  properties: {
    token: { type: 'string', minLength: 3, maxLength: 5, pattern: '^[a-z]*$' },
    method: { type: 'string' },
    amount: { type: 'integer', minimum: 1, maximum: 9 },
    lead: { type: ['string', 'null'], maxLength: 3 },
    media: { type: 'array', maxItems: 1, items: { type: 'string' } },
    sandbox,
  },
  required: ['token', 'method'],
}
app.post('/', { attachValidation: true, schema: { body } }, async (request) =>
  toFieldErrors(
    request.validationError?.validation ?? [],
    request.body,
    Object.keys(body.properties),
  ),
)

const valid = { token: 'abc', method: 'card' }

async function errorsOf(payload: object): Promise<unknown> {
  const response = await app.inject({ method: 'POST', url: '/', payload })
  return response.json()
}

describe('failures of a request body', () => {
  it('are none where there is nothing wrong', async () => {
    expect(await errorsOf({ ...valid, lead: null, anything: 'else' })).toEqual([])
  })

  it('name every member that is missing, in the order of the document', async () => {
    expect(await errorsOf({})).toEqual([
      { code: 'required', field: 'token', rules: ['required'] },
      { code: 'required', field: 'method', rules: ['required'] },
    ])
  })

  it('name a member that is missing further in by its whole place', async () => {
    expect(await errorsOf({ ...valid, sandbox: {} })).toEqual([
      { code: 'required', field: 'sandbox.outcome', rules: ['required'] },
    ])
  })

  it('list no entries of a list that is too long, and all of one that is not', async () => {
    expect(await errorsOf({ ...valid, media: [1] })).toMatchObject([{ field: 'media.0' }])
    expect(await errorsOf({ ...valid, amount: 10, media: [1, 2, 3] })).toMatchObject([
      { field: 'amount' },
      { field: 'media', rules: ['max'] },
    ])
  })

  it.each([null, ''])('count a required %j as missing', async (token) => {
    expect(await errorsOf({ ...valid, token })).toEqual([
      { code: 'required', field: 'token', rules: ['required'] },
    ])
  })

  it.each([
    ['method', 5, 'string', {}],
    ['amount', 'five', 'integer', {}],
    ['amount', 0, 'min', { params: { min: ['1'] } }],
    ['amount', 10, 'max', { params: { max: ['9'] } }],
    ['token', 'ab', 'min', { params: { min: ['3'] }, kind: 'string' }],
    ['token', 'abcdef', 'max', { params: { max: ['5'] }, kind: 'string' }],
    ['token', 'ABC', 'regex', { params: { regex: ['^[a-z]*$'] } }],
    ['lead', 5, 'string', {}],
    ['lead', 'long', 'max', { params: { max: ['3'] }, kind: 'string' }],
    ['media', [1, 2], 'max', { params: { max: ['1'] }, kind: 'array' }],
  ])('speak in rules: %s %j breaks %s', async (field, value, rule, bounds) => {
    expect(await errorsOf({ ...valid, [field]: value })).toEqual([
      { code: 'invalid_value', field, rules: [rule], ...bounds },
    ])
  })

  it('speak in rules further in too', async () => {
    expect(await errorsOf({ ...valid, sandbox: { outcome: 'maybe' } })).toEqual([
      {
        code: 'invalid_value',
        field: 'sandbox.outcome',
        rules: ['in'],
        params: { in: ['ok', 'failed'] },
      },
    ])
  })

  it('list every field once', async () => {
    expect(await errorsOf({ token: 'A', method: 5 })).toMatchObject([
      { field: 'token' },
      { field: 'method' },
    ])
  })

  it('list no fields when the body itself is not an object', async () => {
    expect(await errorsOf([])).toEqual([])
  })
})
