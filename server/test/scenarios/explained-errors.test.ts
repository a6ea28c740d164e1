import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, offerMedia, quoteMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

interface Refusal {
  readonly errors: readonly { field: string; message: string; params: JsonObject }[]
}

/** The cyber product speaks English and German, English by default. */
async function quoteErrors(data: JsonObject, acceptLanguage?: string): Promise<Refusal['errors']> {
  const product = platform.demo.products['cyber']
  const body = {
    item_id: product?.item_id ?? '',
    subscription_plan_id: product?.subscription_plan_id ?? '',
    integration_id: product?.integration_id ?? '',
    data: { ...product?.quote, ...data },
  }
  const headers = {
    accept: quoteMedia,
    ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
  }
  return (await seller.post('/quotes', body, headers)).json<Refusal>().errors
}

describe('an error of a quote', () => {
  it('carries the arguments of the rule and a sentence in the default language', async () => {
    expect(await quoteErrors({ deductible: 5, encryption: null })).toEqual([
      {
        code: 'required',
        field: 'encryption',
        path: 'data',
        rules: ['required'],
        message: 'This field is required.',
        params: {},
      },
      {
        code: 'invalid_value',
        field: 'deductible',
        path: 'data',
        rules: ['in'],
        message: 'Must be 100000, 500000, or 1000000.',
        params: { in: ['100000', '500000', '1000000'] },
      },
    ])
  })

  it.each([
    ['de-CH,de;q=0.9', 'Muss 100000, 500000 oder 1000000 sein.'],
    ['fr, de;q=0.5', 'Muss 100000, 500000 oder 1000000 sein.'],
    ['fr', 'Must be 100000, 500000, or 1000000.'],
    ['\u00ff;;=,', 'Must be 100000, 500000, or 1000000.'],
  ])('speaks the language of the product that is wanted most: %s', async (header, message) => {
    const [error] = await quoteErrors({ deductible: 5 }, header)
    expect(error?.message).toBe(message)
  })
})

describe('an error of an offer', () => {
  const offerErrors = async (changes: JsonObject, acceptLanguage = 'en') => {
    const { token } = (await seller.quote()).json<{ token: string }>()
    const body = { ...platform.demo.products['cyber']?.policy, quote_token: token, ...changes }
    const headers = { accept: offerMedia, 'accept-language': acceptLanguage }
    return (await seller.post('/policies', body, headers)).json<Refusal>().errors
  }

  it('speaks the language of the offer, whatever the browser speaks', async () => {
    const errors = await offerErrors({ language: 'de', first_name: '', email: 'nobody' })
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'first_name: Dieses Feld ist erforderlich.',
      'email: Muss eine E-Mail-Adresse sein.',
    ])
  })

  it('speaks the wanted one where the offer names none that the product has', async () => {
    const [error] = await offerErrors({ language: 'xx', first_name: '' }, 'de')
    expect(error?.message).toBe('Dieses Feld ist erforderlich.')
  })
})

describe('an error of the request itself', () => {
  it('speaks the language of the caller, and says how much was too much', async () => {
    const response = await seller.post(
      '/quotes',
      { item_id: 'x'.repeat(200), data: {} },
      { accept: quoteMedia, 'accept-language': 'fr' },
    )
    const { errors } = response.json<Refusal>()
    expect(errors[0]).toMatchObject({
      field: 'item_id',
      message: 'Doit comporter au plus 100 caractères.',
      params: { max: ['100'] },
    })
    expect(errors[1]?.message).toBe('Ce champ est obligatoire.')
  })
})
