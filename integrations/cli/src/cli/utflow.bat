@echo off
rem The command line of Utflow; UTFLOW_OPTS are options for the JVM.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -XX:+UseSerialGC %UTFLOW_OPTS% -jar "%~dp0..\utflow-cli.jar" %*
exit /b %ERRORLEVEL%
