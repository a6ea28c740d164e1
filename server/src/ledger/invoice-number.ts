/** What makes an invoice's number: it counts from 1 in each year, for each insurer and mode. */
export interface InvoiceNumber {
  readonly livemode: boolean
  readonly year: number
  readonly number: number
}

const digitsMin = 6

/** As people read it: `2027-000123`, in test mode `TEST-2027-000123`. */
export function invoiceNumber(of: InvoiceNumber): string {
  return partsOf(of).join('-')
}

/** The number behind its written form, in the caller's mode; null where it is not one of that mode. */
export function readInvoiceNumber(text: string, livemode: boolean): InvoiceNumber | null {
  const [, prefix, year, number] = /^(TEST-)?(\d{4})-(\d{6,9})$/i.exec(text.trim()) ?? []
  if (year === undefined || (prefix === undefined) !== livemode) return null
  return { livemode, year: Number(year), number: Number(number) }
}

/**
 * What a bank transfer names, by ISO 11649: `RF932027000123`. The check digits find a digit that was
 * mistyped. What test mode asks for can never be taken for a true invoice.
 */
export function invoiceReference(of: InvoiceNumber): string {
  return creditorReference(partsOf(of).join(''))
}

/** A creditor reference by ISO 11649, with check digits for its letters and digits. */
export function creditorReference(body: string): string {
  return `RF${checkDigits(body)}${body}`
}

function partsOf({ livemode, year, number }: InvoiceNumber): string[] {
  const parts = [String(year).padStart(4, '0'), String(number).padStart(digitsMin, '0')]
  return livemode ? parts : ['TEST', ...parts]
}

/** Letters count from A = 10; the whole, with the digits themselves, leaves 1 when divided by 97. */
function checkDigits(body: string): string {
  const digits = `${body}RF00`.replaceAll(/[A-Z]/g, (sign) => String(Number.parseInt(sign, 36)))
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}
