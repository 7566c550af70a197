/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Our classes once more, so changed that they tell {@link Work} of each call, each turn of a loop,
 * and of what they copy, search and allocate through methods of the JDK.
 */
final class CountedClasses extends ClassLoader {
  private static final String OURS = "io.utflow.";
  private static final String WORK = Type.getInternalName(Work.class);
  private static final String CALLS = Type.getInternalName(CountedCalls.class);
  private static final Set<String> COUNTED_CALLS =
      Arrays.stream(CountedCalls.class.getDeclaredMethods())
          .map(CountedClasses::signature)
          .collect(Collectors.toSet());

  CountedClasses() {
    super(CountedClasses.class.getClassLoader());
  }

  private static String signature(Method method) {
    return method.getName() + Type.getMethodDescriptor(method);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS) || name.equals(Work.class.getName()) || isCalls(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  private static boolean isCalls(String name) {
    return name.equals(CountedCalls.class.getName());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] counted = counted(in.readAllBytes());
      return defineClass(name, counted, 0, counted.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] counted(byte[] bytes) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String generic, String[] thrown) {
                return new Counting(super.visitMethod(access, name, type, generic, thrown));
              }
            },
            0);
    return writer.toByteArray();
  }

  private static final class Counting extends MethodVisitor {
    private final Set<Label> seen = new HashSet<>();

    Counting(MethodVisitor method) {
      super(Opcodes.ASM9, method);
    }

    private void tell(String method, String type) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, method, type, false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      tell("step", "()V");
    }

    @Override
    public void visitLabel(Label label) {
      super.visitLabel(label);
      seen.add(label);
    }

    /** A jump backward is a turn of a loop. */
    @Override
    public void visitJumpInsn(int opcode, Label to) {
      if (seen.contains(to)) {
        tell("step", "()V");
      }
      super.visitJumpInsn(opcode, to);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        tellLength();
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.ANEWARRAY) {
        tellLength();
      }
      super.visitTypeInsn(opcode, type);
    }

    private void tellLength() {
      super.visitInsn(Opcodes.DUP);
      tell("elements", "(I)V");
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean isInterface) {
      if (!owner.startsWith("java/")) {
        super.visitMethodInsn(opcode, owner, name, type, isInterface);
        return;
      }
      String asStatic =
          opcode == Opcodes.INVOKESTATIC ? type : "(L" + owner + ";" + type.substring(1);
      if (opcode != Opcodes.INVOKESPECIAL && COUNTED_CALLS.contains(name + asStatic)) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, name, asStatic, false);
        return;
      }
      super.visitMethodInsn(opcode, owner, name, type, isInterface);
      boolean makesText = owner.equals("java/lang/String") && name.equals("<init>");
      if (makesText || isTextOrArray(Type.getReturnType(type)) && !name.equals("array")) {
        tellMade();
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String type, org.objectweb.asm.Handle bootstrap, Object... arguments) {
      super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
      if (isTextOrArray(Type.getReturnType(type))) {
        tellMade();
      }
    }

    private void tellMade() {
      super.visitInsn(Opcodes.DUP);
      tell("made", "(Ljava/lang/Object;)V");
    }

    private static boolean isTextOrArray(Type type) {
      return type.getSort() == Type.ARRAY || type.getDescriptor().equals("Ljava/lang/String;");
    }
  }
}
