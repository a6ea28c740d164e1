import type { Static } from 'typebox'
import type { UserId } from '../../kernel/index.ts'
import type { Account } from '../../identity/index.ts'
import { selectMember } from '../../people/index.ts'
import { selectTimeZone } from '../../products/index.ts'
import { personOf } from '../access/access.ts'
import { accountSchema } from '../accounts/account.ts'
import type { App, HttpDeps } from '../deps.ts'
import { needsPerson } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named, text, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { meExample } from './examples.ts'
import {
  factorsSchema,
  grantSchema,
  sessionSchema,
  userSchema,
  viewFactors,
  viewGrant,
  viewPerson,
  viewSession,
} from './person.ts'

const orNothing = <
  Schema extends
    | typeof userSchema
    | typeof sessionSchema
    | typeof accountSchema
    | typeof factorsSchema,
>(
  schema: Schema,
  description: string,
) =>
  Type.Unsafe<Static<Schema> | null>({
    anyOf: [named(schema), { type: 'null' }],
    description,
  })

export const meSchema = Type.Object(
  {
    person: orNothing(userSchema, 'The person who is signed in; null for a key.'),
    session: orNothing(sessionSchema, 'The session; null for a key or a personal token.'),
    factors: orNothing(factorsSchema, 'What the person can sign in with; null for a key.'),
    key_id: textOrNull('The key; null for a person.'),
    account: orNothing(
      accountSchema,
      'The account of this request; null if the person has several, and the request names none.',
    ),
    livemode: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'True for live, false for test; null without an account.',
    }),
    time_zone: textOrNull(
      'Where the days of the account begin and end: the time zone of most of the products that it owns or sells. Null without an account or product.',
    ),
    permissions: Type.Array(named(grantSchema), {
      description: 'What the caller may do for this account, in this mode.',
    }),
    accounts: Type.Array(
      Type.Object({
        ...accountSchema.properties,
        roles: Type.Array(text('The key of a role.'), {
          description: 'The roles in this account; empty for an unrestricted key.',
        }),
      }),
      { description: 'The accounts that the caller can act for.' },
    ),
  },
  { $id: 'Me', description: 'The caller, and what it may do.' },
)

export function addShowMe(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/me',
    {
      config: { access: 'self', opensSecondFactor: true },
      schema: {
        operationId: 'showMe',
        summary: 'View yourself',
        description:
          'Who is asking, the accounts, and the permissions. A signed-in person names account and mode by the headers `Bindery-Account` and `Bindery-Mode`.',
        tags: ['People'],
        response: { 200: exampled(named(meSchema), 'The caller.', meExample) },
      },
    },
    async (request): Promise<Static<typeof meSchema>> => {
      const { caller } = request
      const account = caller?.account ?? null
      const ofCall = {
        account,
        livemode: caller?.livemode ?? null,
        time_zone: account === null ? null : await selectTimeZone(deps.db, account.id),
        permissions: [...(caller?.grants ?? [])].map(viewGrant),
      }
      if (caller?.actor.kind === 'key') {
        const accounts = account === null ? [] : [{ ...account, roles: [] }]
        const key_id = caller.actor.id
        return { person: null, session: null, factors: null, key_id, ...ofCall, accounts }
      }
      if (caller?.actor.kind === 'user' && request.person === null) {
        const holder = await holderOf(deps, caller.account, caller.actor.id)
        return { ...holder, factors: null, key_id: null, ...ofCall }
      }
      const { user, session, factors, memberships } = personOf(request)
      return {
        person: viewPerson(user),
        session: viewSession(session, session.id),
        factors: viewFactors(factors),
        key_id: null,
        ...ofCall,
        accounts: memberships.map((one) => ({ ...one.account, roles: [...one.roles] })),
      }
    },
  )
}

/** The person behind a personal token, which opens one account. */
async function holderOf({ db }: HttpDeps, account: Account, userId: UserId) {
  const member = await selectMember(db, account.id, userId)
  if (member === undefined) throw needsPerson()
  const accounts = [{ ...account, roles: [...member.roles] }]
  return { person: viewPerson(member), session: null, accounts }
}
