import { compileExpressions } from './expression.ts'
import { answerTasks } from './threads.ts'

answerTasks<readonly string[], (string | null)[]>(sources =>
  compileExpressions(sources).map(one => ('fault' in one ? one.fault : null)),
)
