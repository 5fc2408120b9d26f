import { z } from 'zod'
import { codeSubjects } from '../../providers/voice-carrier.ts'
import { CallError } from '../api/shown-call.ts'

/** Why a call or an attempt failed, with what decides the advice. */
export const ProjectCallError = CallError.unwrap()
  .extend({
    about: z
      .enum(codeSubjects)
      .nullable()
      .describe('What the carrier’s code is about; null without a code, and for one that is not listed.'),
  })
  .nullable()
  .describe('Null where nothing failed.')
