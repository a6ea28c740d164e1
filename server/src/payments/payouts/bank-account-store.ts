import type { BankReceiptId, PaymentId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../../database/index.ts'
import type { AccountOwner, SealedAccount } from './bank-account.ts'

const columns = fragment`
  owner, payment_id as "paymentId", country, last4, ring_key_id as "ringKeyId",
  sealed_key as "sealedKey", sealed_data as "sealedData"`

/** Puts each in the place of the one that its owner has. */
export async function replaceAccounts(
  tx: Queryable,
  accounts: readonly SealedAccount[],
): Promise<void> {
  if (accounts.length === 0) return
  const rows = accounts.map((one) => ({
    ...one,
    sealedKey: one.sealedKey.toString('hex'),
    sealedData: one.sealedData.toString('hex'),
  }))
  await tx.query(sql`
    insert into bank_accounts (owner, payment_id, country, last4, ring_key_id, sealed_key,
      sealed_data)
    select owner, "paymentId", country, last4, "ringKeyId", decode("sealedKey", 'hex'),
      decode("sealedData", 'hex')
    from json_to_recordset(${json(rows)}::json) as a(
      owner text, "paymentId" text, country text, last4 text, "ringKeyId" text, "sealedKey" text,
      "sealedData" text)
    on conflict (owner) do update set country = excluded.country, last4 = excluded.last4,
      ring_key_id = excluded.ring_key_id, sealed_key = excluded.sealed_key,
      sealed_data = excluded.sealed_data`)
}

/** The receipt was posted as this payment: its account is the one that paid. */
export async function updatePayer(
  tx: Queryable,
  receiptId: BankReceiptId,
  paymentId: PaymentId,
): Promise<void> {
  await tx.query(sql`
    update bank_accounts set payment_id = ${paymentId} where owner = ${receiptId}`)
}

export async function deleteAccount(tx: Queryable, owner: AccountOwner): Promise<void> {
  await tx.query(sql`delete from bank_accounts where owner = ${owner}`)
}

/** The account that a payment came from, where the bank or a person said it. */
export async function selectPayer(
  db: Queryable,
  paymentId: PaymentId,
): Promise<SealedAccount | undefined> {
  const [account] = await db.query<SealedAccount>(compose`
    select ${columns} from bank_accounts where payment_id = ${paymentId}`)
  return account
}

export async function selectAccounts(
  db: Queryable,
  owners: readonly string[],
): Promise<SealedAccount[]> {
  return db.query<SealedAccount>(compose`
    select ${columns} from bank_accounts where owner = any(${owners})`)
}

/** Some whose keys are not yet sealed under the ring's first key. */
export async function selectStaleAccounts(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<SealedAccount[]> {
  return tx.query<SealedAccount>(compose`
    select ${columns} from bank_accounts where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedAccount(
  tx: Queryable,
  { owner, ringKeyId, sealedKey }: SealedAccount,
): Promise<void> {
  await tx.query(sql`
    update bank_accounts set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where owner = ${owner}`)
}

/** One for each key of the ring in use, however many there are. */
export async function selectOneAccountPerKey(db: Queryable): Promise<SealedAccount[]> {
  return db.query<SealedAccount>(compose`
    with recursive used as (
      select min(ring_key_id) as id from bank_accounts
      union all
      select (select min(ring_key_id) from bank_accounts where ring_key_id > used.id)
      from used where used.id is not null)
    select ${columns} from used, lateral (
      select * from bank_accounts where ring_key_id = used.id limit 1) as a`)
}
