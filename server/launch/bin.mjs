#!/usr/bin/env node
// The command `coffer` of a release, as npx runs it: without arguments the server, else an operator's command.
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { dataDirOf } from './default-data-dir.mjs'

const [command] = process.argv.slice(2)

process.env.COFFER_COMMAND ??= `node ${fileURLToPath(import.meta.url)}`
// The launchers change to the folder of the release.
process.env.DATA_DIR = dataDirOf(process.env, homedir(), process.cwd())
if (command === undefined) console.error(`Data is in ${process.env.DATA_DIR} (DATA_DIR selects another folder).`)
await import(command === undefined ? './start.mjs' : './cli.mjs')
