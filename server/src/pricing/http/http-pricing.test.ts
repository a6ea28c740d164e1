import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import type { Clock } from '../../kernel/index.ts'
import { calculate } from '../calculate.ts'
import type { YamlMap } from '../formula/yaml-reader.ts'
import type { CompiledPricing, CompilePricingResult, PricingInput } from '../pricing-types.ts'
import { failuresToOpen, openMs } from './circuit-breaker.ts'
import { compileHttpPricing } from './compile-http-pricing.ts'
import { type HttpPricingConnection, openHttpPricing } from './http-connection.ts'
import type { Resolver } from '../../outside/index.ts'
import { responseBytesMax } from './rater-host.ts'
import { json, type Rater, type Received, startRater } from './testing/rater.ts'

const secret = Buffer.alloc(32, 7)
const input: PricingInput = {
  data: { age: 40, company: { industry: 'it' }, note: 'private' },
  variables: { commission_rate: 0.15 },
  today: Temporal.PlainDate.from('2027-03-01'),
}
const price = { gross_premium: 11_900, premium_tax: 1900 }

let now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const clock: Clock = () => now
let rater: Rater
let connection: HttpPricingConnection

beforeAll(async () => {
  rater = await startRater(json({ outputs: price }))
})
afterAll(async () => {
  await connection.close()
  await rater.close()
})
beforeEach(async () => {
  rater.answer = json({ outputs: price })
  rater.received.length = 0
  // A breaker of its own for each test.
  await connection?.close()
  connection = open({ hosts: [`127.0.0.1:${rater.port}`], allowsPrivate: true })
})

function open(
  settings: { hosts: readonly string[]; allowsPrivate: boolean },
  resolve?: Resolver,
): HttpPricingConnection {
  const deps = resolve === undefined ? { clock } : { clock, resolve }
  return openHttpPricing({ ...settings, secrets: [secret] }, deps)
}

function compile(text: string, through = connection, isAccepted = false): CompilePricingResult {
  const document = parseDocument(text, { schema: 'failsafe' }).toJS() as YamlMap
  const bytes = new TextEncoder().encode(text)
  const file = 'pricing.yaml'
  const files = new Map([[file, bytes]])
  return compileHttpPricing({
    files,
    prefix: '',
    file,
    bytes,
    document,
    connection: through,
    isAccepted,
  })
}

function compiled(text: string, through = connection, isAccepted = false): CompiledPricing {
  const result = compile(text, through, isAccepted)
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result.pricing
}

const fileWith = (more = '', outputs = 'gross_premium, premium_tax') =>
  `kind: http\nurl: http://127.0.0.1:${rater.port}/price?plan=a\noutputs: [${outputs}]\n${more}`

const priced = (more = '', outputs?: string) => calculate(compiled(fileWith(more, outputs)), input)

describe('a rater', () => {
  it('is asked with the answers, the variables and the date, and its price is the premium', async () => {
    expect(await priced()).toMatchObject({
      outcome: 'priced',
      premium: { grossPremium: 11_900, premiumTax: 1900, netPremium: 10_000, extra: {} },
    })
    const [question] = rater.received
    expect(question?.path).toBe('/price?plan=a')
    expect(JSON.parse(question?.body ?? '')).toEqual({
      id: question?.headers['webhook-id'],
      today: '2027-03-01',
      data: input.data,
      variables: input.variables,
      outputs: ['gross_premium', 'premium_tax'],
      explain: false,
    })
  })

  it('gets only the answers that the file lists, and the headers that it sets', async () => {
    await priced('inputs: [age, absent]\nheaders:\n  X-Tenant: acme\n')
    expect(JSON.parse(rater.received[0]?.body ?? '')).toMatchObject({ data: { age: 40 } })
    expect(rater.received[0]?.body).not.toContain('private')
    expect(rater.received[0]?.headers['x-tenant']).toBe('acme')
  })

  it('can check by the signature that we are asking', async () => {
    await priced()
    const [{ headers, body } = { headers: {} as Received['headers'], body: '' }] = rater.received
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const expected = createHmac('sha256', secret).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
    expect(Number(headers['webhook-timestamp'])).toBe(now.epochMilliseconds / 1000)
  })

  it('has two signatures to choose from while secrets are exchanged', async () => {
    const two = openHttpPricing(
      {
        hosts: [`127.0.0.1:${rater.port}`],
        allowsPrivate: true,
        secrets: [secret, Buffer.alloc(32, 8)],
      },
      { clock },
    )
    await compiled(fileWith(), two).evaluate(input)
    await two.close()
    expect(rater.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  })

  it('declines a risk with a knockout', async () => {
    rater.answer = json({ knockout: 'too_old' })
    expect(await priced()).toEqual({ outcome: 'knockout', code: 'too_old' })
  })

  it('finds mistakes in the answers', async () => {
    rater.answer = json({
      errors: [
        { field: 'age', code: 'invalid_value' },
        { field: 'sex', code: 'required', more: 1 },
      ],
    })
    expect(await priced()).toEqual({
      outcome: 'invalid',
      errors: [
        { field: 'age', code: 'invalid_value', path: 'data' },
        { field: 'sex', code: 'required', path: 'data' },
      ],
    })
  })

  it('gives numbers as texts where no digit may be lost, and further outputs as they are', async () => {
    const outputs = {
      gross_premium: '11900.4999999999999999',
      tax_rate: '0.19',
      plan: 'gold',
      note: null,
      flag: true,
      unlisted: 1,
    }
    rater.answer = json({ outputs })
    expect(await priced('', 'gross_premium, tax_rate, plan, note, flag')).toMatchObject({
      outcome: 'priced',
      premium: { grossPremium: 11_900, taxRate: 0.19, extra: { plan: 'gold', flag: true } },
    })
  })

  it('may explain its price when asked to', async () => {
    rater.answer = json({
      outputs: price,
      trace: [{ place: 'base', formula: 'a*b', value: 100 }, 7],
    })
    const explained = await compiled(fileWith()).evaluate(input, { trace: true })
    expect(explained).toMatchObject({
      outcome: 'priced',
      trace: [
        { place: `127.0.0.1:${rater.port}`, formula: expect.stringContaining('POST http') },
        { place: 'base', formula: 'a*b', value: '100' },
      ],
    })
    expect(JSON.parse(rater.received[0]?.body ?? '')).toMatchObject({ explain: true })
    expect(await compiled(fileWith()).evaluate(input)).not.toHaveProperty('trace')
  })
})

describe('a rater that does not answer as it should', () => {
  const reason = async (more = '') => {
    const outcome = await priced(more)
    if (outcome.outcome !== 'failed') throw new Error(`the outcome is ${outcome.outcome}`)
    return `${outcome.place} ${outcome.reason}`.replace(`127.0.0.1:${rater.port} `, '')
  }

  it('fails the calculation with what it did', async () => {
    rater.answer = json({ message: 'secret detail' }, 500)
    expect(await reason()).toBe('answered with status 500')
    rater.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
    expect(await reason()).toBe('answered with status 302')
    expect(rater.received).toHaveLength(2)
    rater.answer = (response) => response.end('<html>oops</html>')
    expect(await reason()).toBe('answered with something that is no JSON object')
    rater.answer = json({ outputs: price, knockout: 'both' })
    expect(await reason()).toContain('exactly one of outputs, knockout and errors')
    rater.answer = json([])
    expect(await reason()).toContain('no JSON object')
    rater.answer = json({ outputs: { gross_premium: 1 } })
    expect(await reason()).toBe('output premium_tax is missing from the answer')
    rater.answer = json({ outputs: { gross_premium: [1], premium_tax: 1 } })
    expect(await reason()).toContain('output gross_premium is neither')
    rater.answer = json({ knockout: 'no code!' })
    expect(await reason()).toContain('knockout that is not a code')
    rater.answer = json({ errors: [] })
    expect(await reason()).toContain('errors that are no list')
    rater.answer = json({ errors: [{ field: 'age', code: 'odd' }] })
    expect(await reason()).toContain('errors that are no list')
  })

  it('is held to the money contract', async () => {
    rater.answer = json({ outputs: { gross_premium: 'much', premium_tax: 1 } })
    expect(await reason()).toBe('output gross_premium is not a number')
    rater.answer = json({ outputs: { gross_premium: -5, premium_tax: 1 } })
    expect(await reason()).toBe('output gross_premium is negative')
    rater.answer = json({ outputs: { gross_premium: 100, premium_tax: 200 } })
    expect(await reason()).toContain('larger than the gross premium')
    rater.answer = (response) => response.end('{"outputs":{"gross_premium":1e999,"premium_tax":1}}')
    expect(await reason()).toBe('output gross_premium is not a number')
  })

  it('is not waited for beyond its deadline, wherever it stops', async () => {
    rater.answer = () => {}
    expect(await reason('timeout_ms: 60')).toBe('did not answer within 60 ms')
    rater.answer = (response) => response.writeHead(200).write('{"outputs":')
    expect(await reason('timeout_ms: 60')).toBe('did not answer within 60 ms')
  })

  it('is not listened to without end', async () => {
    rater.answer = (response) => response.end(`"${'x'.repeat(responseBytesMax)}"`)
    expect(await reason()).toBe(`answered more than ${responseBytesMax} bytes`)
    rater.answer = (response) => {
      const write = () => {
        if (response.destroyed) return
        response.write('x'.repeat(100_000))
        setImmediate(write)
      }
      write()
    }
    expect(await reason()).toBe(`answered more than ${responseBytesMax} bytes`)
  })

  it('is asked once more over a connection of its own, if it closed the one in use', async () => {
    rater.answer = (response) => {
      rater.answer = json({ outputs: price })
      response.destroy()
    }
    expect(await priced()).toMatchObject({ outcome: 'priced' })
    expect(rater.received).toHaveLength(2)
    expect(rater.received[0]?.body).toBe(rater.received[1]?.body)
    rater.answer = (response) => response.destroy()
    expect(await reason()).toBe('closed the connection without an answer')
    expect(rater.received).toHaveLength(4)
  })

  it('that is not there at all fails at once', async () => {
    const gone = await startRater(json({}))
    await gone.close()
    const through = open({ hosts: [`127.0.0.1:${gone.port}`], allowsPrivate: true })
    const text = fileWith().replace(String(rater.port), String(gone.port))
    expect(await compiled(text, through).evaluate(input)).toMatchObject({
      outcome: 'failed',
      reason: 'refused the connection',
    })
    await through.close()
  })

  it('is left alone after failing often, and asked again after a while', async () => {
    rater.answer = json({}, 503)
    for (let count = 0; count < failuresToOpen; count++) {
      expect(await reason()).toBe('answered with status 503')
    }
    rater.answer = json({ outputs: price })
    expect(await reason()).toContain('left alone for a while')
    expect(rater.received).toHaveLength(failuresToOpen)
    now = now.add({ milliseconds: openMs })
    expect(await priced()).toMatchObject({ outcome: 'priced' })
    expect(await priced()).toMatchObject({ outcome: 'priced' })
    expect(rater.received).toHaveLength(failuresToOpen + 2)
  })

  it('answers that only the product builder can fix do not open the breaker', async () => {
    rater.answer = json({}, 400)
    for (let count = 0; count < failuresToOpen; count++) await reason()
    expect(await reason()).toBe('answered with status 400')
  })
})

describe('where raters may stand', () => {
  const text = (url: string) => `kind: http\nurl: ${url}\noutputs: [gross_premium, tax_rate]\n`
  const messages = (result: CompilePricingResult) =>
    result.ok ? [] : result.problems.map(({ place, message }) => `${place}: ${message}`)

  it('is what the operator lists', () => {
    const listed = open({
      hosts: ['rater.example.com', 'other.example.com:8443'],
      allowsPrivate: false,
    })
    expect(messages(compile(text('https://rater.example.com/a'), listed))).toEqual([])
    expect(messages(compile(text('https://RATER.example.com:443/a'), listed))).toEqual([])
    expect(messages(compile(text('https://other.example.com:8443/a'), listed))).toEqual([])
    for (const url of [
      'https://evil.example.com',
      'https://rater.example.com:8443',
      'https://other.example.com',
      'https://rater.example.com.',
    ]) {
      expect(messages(compile(text(url), listed))[0]).toMatch(
        /^url: The host .* is not an allowed rater/,
      )
    }
    expect(messages(compile(text('http://rater.example.com'), listed))).toEqual([
      'url: The address is not encrypted.',
    ])
  })

  it('is nowhere without a secret to sign with', () => {
    const unsigned = openHttpPricing(
      { hosts: ['rater.example.com'], allowsPrivate: false, secrets: [] },
      { clock },
    )
    expect(messages(compile(text('https://rater.example.com'), unsigned))).toEqual([
      'url: There is no secret to sign requests with.',
    ])
  })

  it('is not inside the own network, by address or by name, unless the operator allows it', async () => {
    const literal = open({ hosts: ['10.0.0.1', '[::1]'], allowsPrivate: false })
    for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'https://0x0a000001/']) {
      expect(messages(compile(text(url), literal))[0]).toContain('is a private address')
    }
    const inside: Resolver = (_, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])
    const named = open({ hosts: ['rater.example.com'], allowsPrivate: false }, inside)
    expect(await compiled(text('https://rater.example.com/'), named).evaluate(input)).toEqual({
      outcome: 'failed',
      place: 'rater.example.com',
      reason: 'leads to a private address, which PRICING_HTTP_PRIVATE does not allow',
    })
    await named.close()
  })

  it('is decided when connecting: the address that was checked is the one connected to', async () => {
    const host = `rater.example.com:${rater.port}`
    let asked = 0
    const resolve: Resolver = (_, answer) => {
      asked += 1
      answer(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const through = open({ hosts: [host], allowsPrivate: true }, resolve)
    const pricing = compiled(text(`http://${host}/`), through)
    rater.answer = json({ outputs: { gross_premium: 1, tax_rate: 0 } })
    expect(await pricing.evaluate(input)).toMatchObject({ outcome: 'priced' })
    expect(rater.received[0]?.headers.host).toBe(host)
    expect(asked).toBe(1)
    await through.close()
  })

  it('a name that never resolves does not keep a quote waiting', async () => {
    const silent: Resolver = () => {}
    const through = open({ hosts: ['rater.example.com'], allowsPrivate: false }, silent)
    const pricing = compiled(`${text('https://rater.example.com/')}timeout_ms: 60\n`, through)
    // Waiting for the name would end after five seconds with the error that nobody could be reached.
    expect(await pricing.evaluate(input)).toMatchObject({
      outcome: 'failed',
      reason: 'did not answer within 60 ms',
    })
    await through.close()
  })

  it('a host that is no longer allowed fails when asked, for revisions accepted before', async () => {
    const closed = open({ hosts: [], allowsPrivate: true })
    const pricing = compiled(fileWith(), closed, true)
    expect(await pricing.evaluate(input)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('may not be asked'),
    })
    expect(rater.received).toHaveLength(0)
  })
})

describe('a pricing file of kind http', () => {
  it('has all its mistakes reported at once', () => {
    const result = compile(`kind: http
url: ftp://user@rater.example.com
timeout_ms: 5s
retries: 3
headers:
  Authorization: Bearer x
  "bad name": y
inputs: age
outputs: [gross_premium, gross_premium, 9lives]
`)
    expect(
      result.ok ? [] : result.problems.map(({ place, message }) => `${place}: ${message}`),
    ).toEqual([
      ': The key retries is not known here.',
      'url: The url cannot be asked for prices.',
      'header Authorization: The file cannot set this header.',
      'header bad name: The header cannot be sent.',
      'timeout_ms: 5s is not a time that a quote can wait.',
      'inputs: inputs must be a list of names.',
      'outputs: gross_premium is listed twice.',
      'outputs: 9lives is not a name.',
      'outputs: The outputs do not make a premium.',
    ])
  })

  it('has a content hash, and warns of outputs that look like others', () => {
    const pricing = compiled(fileWith('', 'gross_premium, tax_rate, net_premum'))
    expect(pricing.contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(pricing.kind).toBe('http')
    expect(pricing.warnings).toEqual([
      expect.objectContaining({ place: 'output net_premum', fix: 'Did you mean net_premium?' }),
    ])
    expect(compiled(fileWith('', 'gross_premium, tax_rate')).contentHash).not.toBe(
      pricing.contentHash,
    )
  })
})
