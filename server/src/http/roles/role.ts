import type { Static } from 'typebox'
import type { AccountId } from '../../kernel/index.ts'
import { type Caller, type Role, isBuiltIn } from '../../identity/index.ts'
import type { RequestedGrant } from '../../management/index.ts'
import { allowed } from '../access/allowed.ts'
import { flag, orNull, pathId, text, word } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { changeRoleExample, createRoleExample, permissionExample, roleExample } from './examples.ts'

const grantsMax = 300
const namesMax = 200

const products = 'The products that the permission is limited to'
const distributors = 'The distributors whose sales the permission is limited to'
const testOnly = 'Whether the permission holds in test mode only.'

export const permissionSchema = Type.Object(
  {
    permission: text('The permission.'),
    description: text('What its holder may do.'),
    limits: Type.Array(Type.String(), {
      description: 'What it can be limited to: `products`, `distributors`, `test_mode`.',
    }),
  },
  { $id: 'Permission', description: 'A permission.', examples: [permissionExample] },
)

export const roleSchema = Type.Object(
  {
    key: text('What keys refer to the role by.'),
    name: text('The name of the role.'),
    description: text('What the role is for.'),
    is_built_in: flag('Whether the role comes with the platform and cannot be changed.'),
    grants: Type.Array(
      Type.Object(
        {
          permission: text('The permission.'),
          product_ids: orNull(Type.Array(Type.String()), `${products}; null for all.`),
          distributor_ids: orNull(Type.Array(Type.String()), `${distributors}; null for all.`),
          test_only: flag(testOnly),
        },
        { description: 'A permission with its limits.' },
      ),
      { description: 'What the role grants. It covers what any of its grants covers.' },
    ),
    allowed: Type.Optional(allowed('change', 'delete')),
  },
  { $id: 'Role', description: 'A named set of permissions.', examples: [roleExample] },
)

const grantsBody = Type.Array(
  Type.Object(
    {
      permission: word('A permission of `GET /manage/permissions`.'),
      product_ids: Type.Optional(names(`${products}, by id or key; all by default.`)),
      distributor_ids: Type.Optional(names(`${distributors}, by id or key; all by default.`)),
      test_only: Type.Optional(flag(testOnly)),
    },
    { description: 'A permission with its limits.' },
  ),
  { minItems: 1, maxItems: grantsMax, description: 'What the role grants.' },
)
const nameBody = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The name of the role.',
})
const descriptionBody = Type.String({ maxLength: 1_000, description: 'What the role is for.' })

export const createRoleBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The account of the role; your own by default.' }),
    ),
    key: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$',
      description: 'A short name of lower-case letters, digits and underscores.',
    }),
    name: nameBody,
    description: Type.Optional(descriptionBody),
    grants: grantsBody,
  },
  { $id: 'CreateRole', examples: [createRoleExample] },
)

export const changeRoleBody = Type.Object(
  {
    name: Type.Optional(nameBody),
    description: Type.Optional(descriptionBody),
    grants: Type.Optional(grantsBody),
  },
  { $id: 'ChangeRole', examples: [changeRoleExample] },
)

export const roleParams = Type.Object({
  role: pathId('The key of the role.', createRoleExample.key),
})

export const roleQuery = Type.Object({
  account_id: Type.Optional(
    Type.String({
      description: 'The account of the roles: one that you manage. Your own by default.',
    }),
  ),
})

/** The account that the query names; it is only looked up. */
export function accountIn(query: Static<typeof roleQuery>, { account }: Caller): AccountId {
  return (query.account_id ?? account.id) as AccountId
}

export function readGrants(grants: Static<typeof grantsBody>): RequestedGrant[] {
  return grants.map(({ permission, product_ids, distributor_ids, test_only }) => ({
    permission,
    products: product_ids ?? null,
    distributors: distributor_ids ?? null,
    testOnly: test_only ?? false,
  }))
}

export function viewRole({ key, name, description, grants }: Role): Static<typeof roleSchema> {
  return {
    key,
    name,
    description,
    is_built_in: isBuiltIn(key),
    grants: grants.map((grant) => ({
      permission: grant.permission,
      product_ids: grant.productIds && [...grant.productIds],
      distributor_ids: grant.distributorIds && [...grant.distributorIds],
      test_only: grant.testOnly,
    })),
  }
}

function names(description: string) {
  const options = { minItems: 1, maxItems: namesMax }
  return orNull(Type.Array(Type.String({ maxLength: 100 }), options), description)
}
