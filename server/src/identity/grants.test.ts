import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Grant,
  type Limit,
  allowsProduct,
  covers,
  grantsIn,
  isWithin,
  limitsOf,
} from './grants.ts'

/** A small world. No limit names the last product and the last distributor. */
const world = {
  permissions: ['policies.read', 'policies.cancel'],
  products: ['pr_1', 'pr_2', 'pr_unnamed'],
  distributors: ['acc_1', 'acc_2', 'acc_unnamed'],
  modes: [false, true],
} as const

/** An act on a sale. Null for what concerns all distributors of a product. */
interface Act {
  readonly permission: Grant['permission']
  readonly productId: string
  readonly distributorId: string | null
  readonly livemode: boolean
}

const acts: readonly Act[] = world.permissions.flatMap((permission) =>
  world.products.flatMap((productId) =>
    [...world.distributors, null].flatMap((distributorId) =>
      world.modes.map((livemode) => ({ permission, productId, distributorId, livemode })),
    ),
  ),
)

/** The model: a grant is the set of the acts that it allows. */
function actsOf({ permission, productIds, distributorIds, testOnly }: Grant): Set<Act> {
  const allowed = acts.filter(
    (act) =>
      act.permission === permission &&
      (productIds === null || productIds.includes(act.productId)) &&
      (distributorIds === null || distributorIds.some((id) => id === act.distributorId)) &&
      !(testOnly && act.livemode),
  )
  return new Set(allowed)
}

const some = (ids: readonly string[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...ids.slice(0, -1)), { minLength: 1 }))
const limit: fc.Arbitrary<Limit> = fc.record({
  productIds: some(world.products),
  distributorIds: some(world.distributors),
})
const grant: fc.Arbitrary<Grant> = fc
  .tuple(limit, fc.constantFrom(...world.permissions), fc.boolean())
  .map(([limits, permission, testOnly]) => ({ ...limits, permission, testOnly }))
const grants = fc.array(grant, { maxLength: 4 })

describe('grants', () => {
  it('allow what any of them allows, and nothing else', () => {
    fc.assert(
      fc.property(grants, (given) => {
        const allowed = given.map(actsOf)
        for (const act of acts) {
          const inMode = grantsIn(given, act.livemode)
          const limits = limitsOf(inMode, act.permission)
          expect(isWithin(limits, act)).toBe(allowed.some((one) => one.has(act)))
        }
      }),
    )
  })

  it('name a permission exactly where they allow anything with it', () => {
    fc.assert(
      fc.property(grants, fc.boolean(), (given, livemode) => {
        const allowed = given.flatMap((one) => [...actsOf(one)])
        const named = allowed.filter((act) => act.livemode === livemode)
        expect(new Set(grantsIn(given, livemode).keys())).toEqual(
          new Set(named.map(({ permission }) => permission)),
        )
      }),
    )
  })

  it('allow a product where they allow any sale of it', () => {
    fc.assert(
      fc.property(grants, fc.boolean(), (given, livemode) => {
        const allowed = given.flatMap((one) => [...actsOf(one)])
        for (const permission of world.permissions) {
          const limits = limitsOf(grantsIn(given, livemode), permission)
          for (const productId of world.products) {
            const isAllowed = allowed.some(
              (act) =>
                act.permission === permission &&
                act.productId === productId &&
                act.livemode === livemode,
            )
            expect(allowsProduct(limits, productId)).toBe(isAllowed)
          }
        }
      }),
    )
  })

  it('cover a grant whose acts they allow together', () => {
    fc.assert(
      fc.property(grants, grant, (given, wanted) => {
        const allowed = new Set(given.flatMap((one) => [...actsOf(one)]))
        const isIncluded = actsOf(wanted).isSubsetOf(allowed)
        expect(covers(grantsIn(given, false), wanted)).toBe(isIncluded)
      }),
    )
  })

  it('add up, whatever two of them are limited to', () => {
    const limits = [null, ['pr_1'], ['pr_2'], ['pr_1', 'pr_2']]
    const all = limits.flatMap((productIds) =>
      [null, ['acc_1'], ['acc_2'], ['acc_1', 'acc_2']].flatMap((distributorIds) =>
        [false, true].map((testOnly): [Grant, Set<Act>] => {
          const one = { permission: 'policies.read', productIds, distributorIds, testOnly } as const
          return [one, actsOf(one)]
        }),
      ),
    )
    const wrong: (readonly Grant[])[] = []
    for (const [one, ofOne] of all)
      for (const [other, ofOther] of all) {
        const own = grantsIn([one, other], false)
        const allowed = ofOne.union(ofOther)
        for (const [wanted, ofWanted] of all)
          if (covers(own, wanted) !== ofWanted.isSubsetOf(allowed)) wrong.push([one, other, wanted])
      }
    expect(wrong).toEqual([])
  })
})
