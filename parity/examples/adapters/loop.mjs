// The line protocol around somebody else's package. An adapter answers with what the package says.
// It translates names and nothing else: what the package has no code for is skipped, and what it
// throws is reported as its error.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** A question that the package has no code for; the message says why. */
export class Skip extends Error {}

/** Returns a package of NODE_PATH, and its version. */
export function load(name) {
  const require = createRequire(import.meta.url);
  return { library: require(name), version: require(`${name}/package.json`).version };
}

/** Answers until the kit says stop; `answers` has a function for each sort of question. */
export async function serve(name, version, answers) {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.cmd === "stop") break;
    const reply =
      message.cmd === "start"
        ? { version: 1, name, client_version: version, questions: Object.keys(answers) }
        : { seq: message.seq, ...replyTo(message.question, answers) };
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

function replyTo(question, answers) {
  try {
    return { answer: answers[question.ask](question) };
  } catch (error) {
    return error instanceof Skip ? { skip: error.message } : { error: String(error) };
  }
}
