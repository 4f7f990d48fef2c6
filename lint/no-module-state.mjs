import { isMutable } from './mutable-types.mjs';

/**
 * Nothing mutable lives at module level, in a namespace or in a static member: such an object is shared by everything in the
 * process, so a change made through one reference shows in all others. A value whose type can't be changed (`ReadonlyMap`,
 * `readonly` arrays, records of such) is fine. An object literal that is never assigned to counts as a constant: its
 * inferred type is not readonly, and to write `as const` behind each table would say nothing.
 */
export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      state: '{{name}} is mutable and shared by the whole process.',
      write: '{{name}} is shared by the whole process, and is changed here.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const { esTreeNodeToTSNodeMap, program } = sourceCode.parserServices;
    const report = (node, name, messageId = 'state') => context.report({ node, messageId, data: { name } });
    const check = (node, name) => {
      const type = program.getTypeChecker().getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
      if (isMutable(program, type)) report(node, name);
    };
    const checkWrite = (node, target) => {
      const root = rootOf(target);
      if (root && root !== target && isShared(sourceCode, root)) report(node, root.name, 'write');
    };
    return {
      VariableDeclaration(node) {
        if (!isTop(node) || node.declare) return;
        for (const { identifiers, name } of sourceCode.getDeclaredVariables(node)) {
          if (node.kind !== 'const') report(identifiers[0], name);
          else check(identifiers[0], name);
        }
      },
      ExportDefaultDeclaration({ declaration }) {
        if (!/Declaration$|^Identifier$/.test(declaration.type)) check(declaration, 'The default export');
      },
      'PropertyDefinition[static=true]'({ key, readonly }) {
        const name = key.name ?? String(key.value);
        if (readonly) check(key, name);
        else report(key, name);
      },
      AssignmentExpression: (node) => checkWrite(node, node.left),
      UpdateExpression: (node) => checkWrite(node, node.argument),
      'UnaryExpression[operator="delete"]': (node) => checkWrite(node, node.argument),
    };
  },
};

/** At the top of the module, or of a namespace in it. */
function isTop({ parent }) {
  const within = parent.type === 'ExportNamedDeclaration' ? parent.parent : parent;
  return within.type === 'Program' || within.type === 'TSModuleBlock';
}

/** The identifier that a chain of members starts with. */
function rootOf(node) {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') return rootOf(node.expression);
  return node.type === 'Identifier' ? node : undefined;
}

/** Whether an identifier names a variable of a module or of a namespace. */
function isShared(sourceCode, identifier) {
  for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (variable) return variable.defs.some(({ type, parent }) => type === 'Variable' && isTop(parent));
  }
  return false;
}
