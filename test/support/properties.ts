import * as fc from 'fast-check'
import { propertySeed } from './property-seed.ts'

fc.configureGlobal({ seed: propertySeed })

/** fast-check with the seed of this run. Property tests import it instead of the package. */
export { fc }
