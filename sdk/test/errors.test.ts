import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinderyError } from '../src/index.ts'
import { type Shop, failureOf, makeOffer, openShop, quoteOf } from './support.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.platform.close())

describe('a refused call', () => {
  it('names every field that fails', async () => {
    const answers = quoteOf(shop.product, { employee_number: -1, encryption: undefined })
    const error = await failureOf(shop.client().quotes.create(answers))
    expect(error).toBeInstanceOf(BinderyError)
    expect(error).toMatchObject({
      kind: 'validation',
      status: 400,
      code: 'invalid_data',
      errors: [
        { code: 'invalid_value', field: 'employee_number', path: 'data', rules: ['min'] },
        { code: 'required', field: 'encryption', path: 'data', rules: ['required'] },
      ],
      problems: [],
      requestId: expect.any(String),
    })
  })

  it('for a risk that is not insured is a knockout', async () => {
    const answers = quoteOf(shop.product, shop.product.knockout)
    expect(await failureOf(shop.client().quotes.create(answers))).toMatchObject({
      kind: 'knockout',
      status: 422,
      code: 'knockout',
      message: 'knockout',
    })
  })

  it('without a key asks for authentication', async () => {
    const client = shop.client({ secretKey: undefined })
    expect(await failureOf(client.quotes.create(quoteOf(shop.product)))).toMatchObject({
      kind: 'authentication',
      status: 401,
      code: 'no_key',
    })
  })

  it('about what is not there says so', async () => {
    const error = await failureOf(shop.client().policies.get('tpol_nowhere'))
    expect(error).toMatchObject({ kind: 'notFound', status: 404, code: 'policy_not_found' })
    expect(String(error)).toContain('tpol_nowhere')
  })

  it('about the offer of somebody else is forbidden, and says nothing more', async () => {
    const { id } = await makeOffer(shop.product, shop.client())
    const other = shop.client({ secretKey: shop.platform.demo.other.test.secret })
    expect(await failureOf(other.offers.get(id))).toMatchObject({
      kind: 'forbidden',
      status: 403,
      code: null,
      errors: [],
    })
  })

  it('with a key used for another request is refused', async () => {
    const client = shop.client()
    const [one, two] = [quoteOf(shop.product), quoteOf(shop.product, { employee_number: 3 })]
    await client.quotes.create(one, { idempotencyKey: 'the same' })
    expect(
      await failureOf(client.quotes.create(two, { idempotencyKey: 'the same' })),
    ).toMatchObject({ kind: 'refused', status: 422, code: 'idempotency_key_reused' })
  })

  it('cannot leave the address of its operation', async () => {
    const client = shop.client()
    for (const id of ['', '.', '..']) {
      expect(await failureOf(client.policies.get(id))).toBeInstanceOf(TypeError)
    }
    expect(await failureOf(client.policies.get('../manage/keys'))).toMatchObject({
      kind: 'notFound',
    })
  })
})
