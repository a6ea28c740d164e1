import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FakeStripe,
  openFakeStripe,
} from '@bindery/server/test/builders/stripe/fake-stripe.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let stripe: FakeStripe
let served: ServedPlatform
beforeAll(async () => {
  stripe = await openFakeStripe(() => Temporal.Now.instant())
  served = await servedPlatform({ stripe: stripe.settings })
})
afterAll(async () => {
  await served.close()
  await stripe.close()
})

/** Runs `bindery providers ...`. */
const providers = (...words: string[]) => served.cli.run(['providers', ...words])
/** Stores fields from a file. */
async function store(text: string) {
  const file = join(served.cli.folder, 'stripe.yaml')
  await writeFile(file, text)
  return providers('credentials', 'stripe', '--from', file)
}

it('credentials are stored, checked at the provider, changed field by field, and removed', async () => {
  expect((await providers('check')).stdout).toBe('No credentials are stored in this mode.\n')
  const wrong = await store('secret_key: sk_live_fakefakefake\n')
  expect(wrong.code).not.toBe(0)
  expect(wrong.stderr).toContain('sk_test_')
  expect(wrong.stderr).not.toContain('sk_live_fakefakefake')
  const { publishable, secret } = stripe.keys
  const stored = await store(`secret_key: ${secret}\npublishable_key: ${publishable}\n`)
  expect(stored.stdout).toMatch(
    /^✓ The credentials of stripe are stored\.\nHave stripe report .*\/payments\/callbacks\/stripe\/acc_\w+\n/,
  )
  expect(stored.stdout).not.toContain(secret)
  const checked = await providers('check')
  expect([checked.code, checked.stdout]).toEqual([
    0,
    expect.stringMatching(/^✓ stripe acct_fake\n {2}No webhook_secret is stored/),
  ])
  // What is left out stays as it is.
  expect((await store('webhook_secret: whsec_firstfirstfirst\n')).code).toBe(0)
  expect((await providers('check')).stdout).toBe('✓ stripe acct_fake\n')

  stripe.revokeKey()
  const refused = await providers('check')
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('✗ stripe\n  Stripe refuses the secret key: Invalid API Key')
  expect(refused.stderr).toContain('stripe cannot take money.')
  stripe.restoreKey()

  const removed = await providers('credentials', 'stripe', '--remove')
  expect(removed.stdout).toBe('✓ The credentials of stripe are removed.\n')
  const twice = await providers('credentials', 'stripe', '--remove')
  expect([twice.code, twice.stderr]).toEqual([
    1,
    expect.stringContaining('List what is stored with: bindery providers check'),
  ])
})
