import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { askLayout } from '../src/ask-layout.ts'

const cell = (name: string, at: string, is_proposed: boolean) => ({
  name,
  cell: `Quote!${at}`,
  label: name,
  value: '100',
  reason: 'a label stands beside it',
  is_proposed,
})
const layout = {
  inputs: [cell('area', 'B3', true), cell('floors', 'B4', false)],
  outputs: [cell('gross_premium', 'B9', true), cell('rate', 'B8', false)],
  amounts: 'major' as const,
}

/** A terminal at which somebody waits for each question, and then presses keys. */
function atTerminal(of: Parameters<typeof askLayout>[0]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (text: Buffer) => {
    shown += stripVTControlCharacters(text.toString())
  })
  const said = askLayout(of, { input, output })
  said.catch(() => undefined) // The story looks at it.
  return {
    said,
    press: async (question: string, ...keys: readonly string[]) => {
      await vi.waitFor(() => expect(shown).toContain(question), { interval: 5 })
      shown = ''
      for (const key of keys) input.write(key)
    },
  }
}

const [down, space, enter, ctrlC] = ['\u001B[B', ' ', '\r', '\u0003']

describe('a workbook that does not say what its inputs are', () => {
  it('is asked about: what is proposed is chosen already, and can be changed', async () => {
    const { said, press } = atTerminal(layout)
    await press('What does a customer answer?', down, space, enter)
    await press('What does the workbook put out?', enter)
    await press('The amounts are in', down, enter)
    await press('The rate of the tax', 'a lot', enter)
    await press('Write a number from 0 to 1.', ...Array<string>(5).fill('\u007F'), '0.19', enter)
    expect(await said).toEqual({
      inputs: { area: 'Quote!B3', floors: 'Quote!B4' },
      outputs: { gross_premium: 'Quote!B9' },
      amounts: 'minor',
      tax_rate: 0.19,
    })
  })

  it('is not asked for a rate of tax that it puts out itself', async () => {
    const outputs = [...layout.outputs, cell('premium_tax', 'B10', true)]
    const { said, press } = atTerminal({ ...layout, outputs })
    await press('What does a customer answer?', enter)
    await press('What does the workbook put out?', enter)
    await press('The amounts are in', enter)
    expect(await said).toMatchObject({ inputs: { area: 'Quote!B3' }, amounts: 'major' })
    expect(await said).not.toHaveProperty('tax_rate')
  })

  it('is left where it was when somebody breaks off', async () => {
    const { said, press } = atTerminal(layout)
    await press('What does a customer answer?', enter)
    await press('What does the workbook put out?', ctrlC)
    await expect(said).rejects.toThrow('It was not answered.')
  })
})
