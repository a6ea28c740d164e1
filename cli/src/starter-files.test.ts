import { expect, it } from 'vitest'
import { namesFrom, starterFiles } from './starter-files.ts'

it.each([
  ['travel', { key: 'travel', name: 'Travel', prefix: 'TRAVEL' }],
  ['Home & Garden', { key: 'home-garden', name: 'Home Garden', prefix: 'HOMEGARD' }],
  ['pet_care.v2', { key: 'pet-care-v2', name: 'Pet Care V2', prefix: 'PETCAREV' }],
  ['123', null],
  ['x', null],
  ['...', null],
])('the folder %j gives the names %j', (folder, names) => {
  expect(namesFrom(folder)).toEqual(names)
})

it('the starter carries the names it is given', async () => {
  const files = await starterFiles({
    key: 'pet',
    name: 'Pet',
    prefix: 'PET',
    distributor: 'northern-brokers',
  })
  const product = Buffer.from(files.get('product.yaml') ?? []).toString()
  expect(product).toMatch(/^key: pet$/m)
  expect(product).toMatch(/^name: Pet$/m)
  expect(product).toMatch(/^policy_prefix: PET$/m)
  expect(product).toContain('distributor: northern-brokers')
  expect(product.toLowerCase()).not.toContain('travel')
})
