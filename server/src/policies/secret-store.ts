import type { InvoiceId, MandateId, PolicyId } from '../kernel/index.ts'
import {
  type Finder,
  type Fragment,
  type Part,
  type Queryable,
  fragment,
  json,
  listing,
  rows,
  sql,
} from '../database/index.ts'
import type { Sealed } from '../sealing/index.ts'

/** The sealed texts of a policy: its customer's sensitive data, and its tokens. */
export type SecretKind =
  | 'sensitive_data'
  | 'tokens'
  | 'proposal'
  | 'invoice'
  | 'renewal'
  | 'mandate'

export interface PolicySecret extends Sealed {
  readonly policyId: PolicyId
  readonly kind: SecretKind
  /** The invoice that a token pays, or the mandate; empty for all else, of which a policy has one of each kind. */
  readonly subject: InvoiceId | MandateId | ''
}

/** A secret opens in its own place only. Sensitive data was there first, and is bound to the bare id. */
export function bindingOf(
  kind: SecretKind,
  policyId: PolicyId,
  subject: PolicySecret['subject'] = '',
): string {
  switch (kind) {
    case 'sensitive_data':
      return policyId
    case 'tokens':
      return `the tokens of ${policyId}`
    case 'proposal':
      return `the proposal of ${policyId}`
    case 'invoice':
      return `the invoice ${subject} of ${policyId}`
    case 'renewal':
      return `the renewal of ${policyId}`
    case 'mandate':
      return `the mandate ${subject} of ${policyId}`
  }
}

/** Puts a secret in the place of the one of its kind. */
export async function replaceSecret(tx: Queryable, secret: PolicySecret): Promise<void> {
  await tx.query(sql`
    insert into policy_secrets (policy_id, kind, subject, ring_key_id, sealed_key, sealed_data)
    values (${secret.policyId}, ${secret.kind}, ${secret.subject}, ${secret.ringKeyId},
      ${secret.sealedKey}, ${secret.sealedData})
    on conflict (policy_id, kind, subject) do update set ring_key_id = excluded.ring_key_id,
      sealed_key = excluded.sealed_key, sealed_data = excluded.sealed_data`)
}

/** For the statement that makes the policies as well. */
export function secretsKept(secrets: readonly PolicySecret[]): Part {
  return { name: 'secrets_kept', body: newSecrets(secrets) }
}

function newSecrets(secrets: readonly PolicySecret[]): Fragment {
  const kept = secrets.map(({ policyId, kind, subject, ringKeyId, sealedKey, sealedData }) => ({
    policyId,
    kind,
    subject,
    ringKeyId,
    sealedKey: sealedKey.toString('hex'),
    sealedData: sealedData.toString('hex'),
  }))
  return fragment`
    insert into policy_secrets (policy_id, kind, subject, ring_key_id, sealed_key, sealed_data)
    select "policyId", kind, subject, "ringKeyId", decode("sealedKey", 'hex'), decode("sealedData", 'hex')
    from json_to_recordset(${rows(kept)}::json) as s(
      "policyId" text, kind text, subject text, "ringKeyId" text, "sealedKey" text,
      "sealedData" text)
    returning policy_id`
}

export async function selectSecret(
  db: Finder,
  kind: SecretKind,
  policyId: PolicyId,
  subject: PolicySecret['subject'] = '',
): Promise<Sealed | undefined> {
  const [secret] = await db.list(secretsAt, `${policyId} ${subject}`, kind)
  return secret
}

const secretsAt = listing<Sealed, [SecretKind]>(
  (places, kind) => sql`
    select of, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from unnest(${places}::text[]) as of, policy_secrets s
    where s.policy_id = split_part(of, ' ', 1) and s.kind = ${kind}
      and s.subject = split_part(of, ' ', 2)`,
)

/** One row for each key of the ring in use, however many rows there are. */
export async function selectOneSecretPerKey(db: Queryable): Promise<PolicySecret[]> {
  return db.query(sql`
    with recursive used as (
      select min(ring_key_id) as id from policy_secrets
      union all
      select (select min(ring_key_id) from policy_secrets where ring_key_id > used.id)
      from used where used.id is not null)
    select s.policy_id as "policyId", s.kind, s.subject, s.ring_key_id as "ringKeyId",
      s.sealed_key as "sealedKey", s.sealed_data as "sealedData"
    from used, lateral (
      select * from policy_secrets where ring_key_id = used.id limit 1) as s`)
}

/** Some secrets whose keys are not yet sealed under the ring's first key. */
export async function selectStaleSecrets(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<PolicySecret[]> {
  return tx.query(sql`
    select policy_id as "policyId", kind, subject, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData"
    from policy_secrets where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedKeys(
  tx: Queryable,
  secrets: readonly PolicySecret[],
): Promise<void> {
  const fresh = secrets.map(({ policyId, kind, subject, ringKeyId, sealedKey }) => ({
    policyId,
    kind,
    subject,
    ringKeyId,
    sealedKey: sealedKey.toString('hex'),
  }))
  await tx.query(sql`
    update policy_secrets s
    set ring_key_id = fresh."ringKeyId", sealed_key = decode(fresh."sealedKey", 'hex')
    from json_to_recordset(${json(fresh)}::json) as fresh(
      "policyId" text, kind text, subject text, "ringKeyId" text, "sealedKey" text)
    where s.policy_id = fresh."policyId" and s.kind = fresh.kind and s.subject = fresh.subject`)
}
