import t from 'tap'
import { limitRaces } from '../../../../tests/support/limit-races.ts'

await limitRaces(t, 'none')
