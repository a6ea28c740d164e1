import type { Command } from 'commander'
import { type Work, action, addLocalCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import { describeRule, listRules } from '../output/rules.ts'
// Written from the server's own table of rules by `npm run rules-guide`, so that no server is needed.
import pages from '../rules/rules.json' with { type: 'json' }

export function addRules(program: Command): void {
  addLocalCommand(program, 'rules [name]', {
    summary: 'List the rules that fields may have, or show one with examples',
    details: 'A word that is not a rule searches the names and descriptions of the rules.',
    examples: ['bindery rules', 'bindery rules required_if', 'bindery rules date'],
  }).action(action(rules))
}

async function rules({ output }: Work<object>, name?: string): Promise<void> {
  const one = pages.find((page) => page.name === name)
  if (one !== undefined) {
    output.show(one, (paint) => describeRule(one, paint))
    return
  }
  const found = name === undefined ? pages : pages.filter((page) => mentions(page, name))
  if (found.length === 0) {
    const fix = 'List all rules with: bindery rules'
    throw new Failure(exitCodes.failed, `There is no rule ${name}, and no rule mentions it.`, fix)
  }
  output.show(found, (paint) => listRules(found, paint))
}

function mentions({ name, about }: { name: string; about: string }, word: string): boolean {
  return `${name} ${about}`.toLowerCase().includes(word.toLowerCase())
}
