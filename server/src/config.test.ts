import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('TRUSTED_PROXIES takes addresses and ranges', () => {
  const { trusts } = readConfig({ TRUSTED_PROXIES: '10.0.0.7, fd00::/8' })
  expect(['10.0.0.7', 'fd12::1', '10.0.0.8'].map(trusts)).toEqual([true, true, false])
})

it('links lead to this machine by its name, unless PUBLIC_URL says otherwise', () => {
  for (const HOST of ['', '127.0.0.1', '0.0.0.0', '::', '::1']) {
    expect(readConfig({ HOST, PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  }
  expect(readConfig({ HOST: '10.0.0.7', PORT: '80' }).publicUrl).toBe('http://10.0.0.7:80')
  const PUBLIC_URL = 'https://cover.example.com'
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  for (const env of [{ PUBLIC_URL }, { PORT: '8081' }, { HOST: '10.0.0.7' }]) {
    expect(readConfig(env).isAddressSet).toBe(true)
  }
  expect(readConfig({}).isAddressSet).toBe(false)
})

it('all wrong settings are reported at the start, at once', () => {
  const wrong = { TRUSTED_PROXIES: 'proxy, 10.0.0.0/99', ADDRESS_LIMIT_PER_MINUTE: 'many' }
  expect(() => readConfig(wrong)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /ADDRESS_LIMIT_PER_MINUTE must be.*TRUSTED_PROXIES takes addresses.*"proxy" is neither.*"10\.0\.0\.0\/99" is neither/s,
      ),
    }),
  )
})

it.each(['hunter2', 'whsec_', 'whsec_???', `whsec_${Buffer.from('too short').toString('base64')}`])(
  'SANDBOX_SECRET is no %s, with which callbacks could be forged',
  (secret) => {
    expect(() => readConfig({ SANDBOX_SECRET: secret })).toThrow(
      'SANDBOX_SECRET must be whsec_ and at least 16 bytes in base64',
    )
  },
)

it('DATABASE_READ_URL names standbys of DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://u@a,b/x'
  const { database } = readConfig({ DATABASE_URL, DATABASE_READ_URL: 'postgres://u@b,c:6432/x' })
  expect(database?.standbys?.hosts).toEqual([
    { host: 'b', port: 5432 },
    { host: 'c', port: 6432 },
  ])
  const wrong = [
    [{ DATABASE_READ_URL: 'postgres://u@b/x' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [{ DATABASE_URL, DATABASE_READ_URL: 'db2' }, 'DATABASE_READ_URL must begin with postgres://'],
    [
      { DATABASE_URL, DATABASE_READ_URL: 'postgres://u@b/x?target_session_attrs=any' },
      'DATABASE_READ_URL: leave out target_session_attrs',
    ],
  ] as const
  for (const [env, reason] of wrong) expect(() => readConfig(env)).toThrow(reason)
})

it('Stripe is asked where its package does, unless STRIPE_ADDRESS leads to a stand-in', () => {
  const addressOf = (STRIPE_ADDRESS?: string) => readConfig({ STRIPE_ADDRESS }).stripe.address
  expect([undefined, 'https://api.stripe.com/'].map(addressOf)).toEqual([undefined, undefined])
  expect(addressOf('http://127.0.0.1:12111')).toEqual({
    protocol: 'http',
    host: '127.0.0.1',
    port: 12_111,
  })
  expect(addressOf('https://stripe.test')).toMatchObject({ protocol: 'https', port: 443 })
  expect(() => addressOf('stripe.test')).toThrow('STRIPE_ADDRESS must be an http or https address')
})
