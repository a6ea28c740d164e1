/** The words that rules speak as well, on pages too: they are read there without Node's modules. */
export * from '@bindery/rules/words'
