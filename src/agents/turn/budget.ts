/** What a conversation may use. Null means no limit. */
export interface BudgetLimits {
  /** Turns of a conversation. */
  turns: number
  /** Seconds from the beginning of a conversation; chats have none. */
  seconds: number | null
  /** Tokens of a conversation. */
  tokens: number
  /** Tokens of the agent in a UTC day. */
  tokensADay: number
  /** Tokens of the whole project in a UTC day. */
  modelTokensADay: number | null
}

/** What was used before the request. Tokens count input and output. */
export interface BudgetUse {
  /** Turns that ended. */
  turns: number
  seconds: number
  tokens: number
  agentTokensToday: number
  projectTokensToday: number
}

export type BudgetLimit = 'turns' | 'seconds' | 'tokens' | 'tokens_a_day' | 'model_tokens_a_day'

/** `over`: the limit that would be passed and its value. */
export type BudgetDecision = { kind: 'within' } | { kind: 'over'; limit: BudgetLimit; value: number }

/**
 * Decides whether a model may be asked once more. The estimated input and the whole bound on the output have to fit
 * into every limit of tokens (Rule 97). An answer may still pass one: where more was read than estimated, and where
 * requests of several conversations run at once. The limits of the conversation are looked at first.
 */
export function checkBudget(
  limits: BudgetLimits,
  use: BudgetUse,
  request: { inputTokens: number; outputTokensMax: number },
): BudgetDecision {
  const needed = request.inputTokens + request.outputTokensMax
  if (use.turns >= limits.turns) return over('turns', limits.turns)
  if (limits.seconds !== null && use.seconds >= limits.seconds) return over('seconds', limits.seconds)
  if (use.tokens + needed > limits.tokens) return over('tokens', limits.tokens)
  if (use.agentTokensToday + needed > limits.tokensADay) return over('tokens_a_day', limits.tokensADay)
  if (limits.modelTokensADay !== null && use.projectTokensToday + needed > limits.modelTokensADay)
    return over('model_tokens_a_day', limits.modelTokensADay)
  return { kind: 'within' }
}

function over(limit: BudgetLimit, value: number): BudgetDecision {
  return { kind: 'over', limit, value }
}
