/** The SDK from its source. A published command line holds it in its one compiled file. */
export * from '@bindery/sdk'
