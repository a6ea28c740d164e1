import { isValidBIC, isValidIBAN } from 'ibantools'
import type { BankEngine } from './engines.ts'

export const bankEngine: BankEngine = {
  isIban: (text) => isValidIBAN(text.replaceAll(' ', '')),
  isBic: (text) => isValidBIC(text),
}
