/** One server-sent event whose data is JSON. */
export interface StreamEvent {
  event: string
  data: Record<string, unknown>
}

/** Reads the events of a response as they come; comments are left out. Throws where the connection breaks. */
export async function* readEventStream(response: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const [, event, data] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? []
      if (event !== undefined && data !== undefined)
        yield { event, data: JSON.parse(data) as StreamEvent['data'] }
    }
  }
}
