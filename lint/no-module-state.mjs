/**
 * Nothing mutable lives at module level or in a static member: such an object is shared by everything in the process, so a change made
 * through one reference shows in all others. A value whose type can't be changed (`ReadonlyMap`, `readonly` arrays, records) is fine.
 */
const MUTABLE = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Array',
  'Float64Array',
  'Uint8Array',
  'Buffer',
]);

export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { state: '{{name}} is mutable and shared by the whole process.' },
  },
  create(context) {
    const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const isOurClass = (type) => {
      const declaration = type.getSymbol()?.valueDeclaration;
      return (
        type.isClass() &&
        declaration !== undefined &&
        !declaration.getSourceFile().fileName.includes('node_modules')
      );
    };
    const isMutable = (type) =>
      MUTABLE.has(type.getSymbol()?.name ?? '') && !/^readonly /.test(checker.typeToString(type))
        ? true
        : isOurClass(type);
    const isOrHolds = (type) =>
      isMutable(type) ||
      type
        .getProperties()
        .some(
          (member) => type.getSymbol()?.name === '__object' && isMutable(checker.getTypeOfSymbol(member)),
        );
    const check = (node, name) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
      if (isOrHolds(type)) context.report({ node, messageId: 'state', data: { name } });
    };
    const isTop = ({ parent }) =>
      parent.type === 'Program' ||
      (parent.type === 'ExportNamedDeclaration' && parent.parent.type === 'Program');
    return {
      VariableDeclaration(node) {
        if (!isTop(node) || node.declare) return;
        for (const { id } of node.declarations) {
          if (node.kind !== 'const') context.report({ node, messageId: 'state', data: { name: id.name } });
          else check(id, id.name);
        }
      },
      'PropertyDefinition[static=true]'(node) {
        check(node.key, node.key.name);
      },
    };
  },
};
