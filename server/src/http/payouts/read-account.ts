import { invalidData } from '../../kernel/index.ts'
import { type BankAccount, readBankAccount } from '../../payments/index.ts'
import { invalidMember } from '../reasons.ts'

const notAnIban = { code: 'invalid_value', field: 'iban', rules: ['iban'] } as const

/** The account in a body, as a refusal where it is none. */
export function readAccount(iban: string, holder: string | undefined): BankAccount {
  const account = readBankAccount(iban, holder ?? null)
  if (account === null) throw invalidData([notAnIban], null)
  return account
}

export const wrongAccount = (when: string) => invalidMember(when, notAnIban)
